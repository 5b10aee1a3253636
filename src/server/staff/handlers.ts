// All calls of staff with their handlers.
import { disableStaff, inviteStaff, listStaff } from './accounts.ts';
import { listAudit } from './audit-list.ts';
import type { StaffHandlers } from './context.ts';
import { decideAppealCall, decidePhotoCall, decideReportCall, showAppeal, showReport } from './desk/decisions.ts';
import {
  editFictionalCall,
  listFictionalCall,
  makeFictionalCall,
  retireFictionalCall,
} from './desk/fictional-calls.ts';
import { decideContactCall, listWords, setWord, showContact } from './desk/guard.ts';
import { listInbox } from './desk/inbox.ts';
import { showMember } from './desk/member-page.ts';
import { closeComplaint, closeParked, showComplaint, showParked } from './desk/matter-calls.ts';
import { creditMember, decideMemberCall, findMember, refundPayment } from './desk/members.ts';
import { showPhoto, showReportPicture } from './desk/pictures.ts';
import { decideSelfieCall, showSelfie } from './desk/selfies.ts';
import { eraseMemberCall, exportMember } from './desk/privacy.ts';
import { listBrands, readFiguresCall } from './desk/views.ts';
import { acceptInvitation, openInvitation } from './invitations.ts';
import { login, logout } from './login.ts';

export const staffHandlers: StaffHandlers = {
  'session.login': login,
  'session.me': (ctx) => Promise.resolve({ staff: ctx.staff() }),
  'session.logout': logout,
  'invitation.open': openInvitation,
  'invitation.accept': acceptInvitation,
  'staff.list': listStaff,
  'staff.invite': inviteStaff,
  'staff.disable': disableStaff,
  'audit.list': listAudit,
  'inbox.list': listInbox,
  'brands.list': listBrands,
  'photos.show': showPhoto,
  'photos.decide': decidePhotoCall,
  'selfies.show': showSelfie,
  'selfies.decide': decideSelfieCall,
  'reports.show': showReport,
  'reports.picture': showReportPicture,
  'reports.decide': decideReportCall,
  'contacts.show': showContact,
  'contacts.decide': decideContactCall,
  'words.list': listWords,
  'words.set': setWord,
  'appeals.show': showAppeal,
  'appeals.decide': decideAppealCall,
  'members.find': findMember,
  'members.show': showMember,
  'members.decide': decideMemberCall,
  'members.credit': creditMember,
  'members.export': exportMember,
  'members.erase': eraseMemberCall,
  'payments.refund': refundPayment,
  'fictional.list': listFictionalCall,
  'fictional.make': makeFictionalCall,
  'fictional.edit': editFictionalCall,
  'fictional.retire': retireFictionalCall,
  'complaints.show': showComplaint,
  'complaints.close': closeComplaint,
  'parked.show': showParked,
  'parked.close': closeParked,
  'figures.read': readFiguresCall,
};
