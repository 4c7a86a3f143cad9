// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.MailSite.Endpoint;
import org.plateaubench.plugin.mail.connect.Security;

/** Events, cards and sites to test with. */
final class Texts {
    private Texts() {}

    static byte[] event(String uid, String summary, String start, String end, String... more) {
        return ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//plateaubench.org//test//EN\r\nBEGIN:VEVENT\r\nUID:" + uid
                        + "\r\nDTSTAMP:20261101T000000Z\r\nDTSTART:" + start + "\r\nDTEND:" + end + "\r\nSUMMARY:"
                        + summary + "\r\n" + String.join("", more) + "END:VEVENT\r\nEND:VCALENDAR\r\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    static byte[] card(String uid, String name, String address) {
        return ("BEGIN:VCARD\r\nVERSION:3.0\r\nUID:" + uid + "\r\nFN:" + name + "\r\nN:" + name + ";;;;\r\nEMAIL:"
                        + address + "\r\nEND:VCARD\r\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** A site with calendars and contacts only. */
    static MailSite site(int port, String password) {
        return new MailSite(address(1, 1, port, password));
    }

    /** A site on loopback; without calendars if their port is 0. */
    static SutAddress address(int imapPort, int smtpPort, int davPort, String password) {
        Endpoint imap = new Endpoint("127.0.0.1", imapPort, Security.NONE);
        Endpoint smtp = new Endpoint("127.0.0.1", smtpPort, Security.NONE);
        Map<String, String> properties =
                MailSite.properties(imap, smtp, MailSite.DEFAULT_LOGIN, MailSite.DEFAULT_DOMAIN, password);
        if (davPort != 0) {
            properties.put(MailSite.DAV_URL, "http://127.0.0.1:" + davPort);
            properties.put(MailSite.CALENDAR_PATH, "/{login}/calendar/");
            properties.put(MailSite.CONTACTS_PATH, "/{login}/contacts/");
        }
        return new SutAddress("site", "mail", properties);
    }
}
