// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.connect.MailSite;

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

    /** A site that has nothing but calendars. */
    static MailSite site(int port, String password) {
        Map<String, String> properties = new TreeMap<>();
        properties.put(MailSite.IMAP_HOST, "127.0.0.1");
        properties.put(MailSite.IMAP_PORT, "1");
        properties.put(MailSite.IMAP_SECURITY, "none");
        properties.put(MailSite.SMTP_HOST, "127.0.0.1");
        properties.put(MailSite.SMTP_PORT, "1");
        properties.put(MailSite.SMTP_SECURITY, "none");
        properties.put(MailSite.DAV_URL, "http://127.0.0.1:" + port);
        properties.put(MailSite.CALENDAR_PATH, "/{login}/calendar/");
        properties.put(MailSite.CONTACTS_PATH, "/{login}/contacts/");
        properties.put(MailSite.LOGIN, "user{n4}");
        properties.put(MailSite.DOMAIN, "plateau.test");
        properties.put(MailSite.PASSWORD, password);
        return new MailSite(new SutAddress("mail", "mail", properties));
    }
}
