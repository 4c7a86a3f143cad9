// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.site.MailSite;
import org.plateaubench.plugin.mail.site.SiteProperties;

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
        properties.put(SiteProperties.IMAP_HOST, "127.0.0.1");
        properties.put(SiteProperties.IMAP_PORT, "1");
        properties.put(SiteProperties.IMAP_SECURITY, "none");
        properties.put(SiteProperties.SMTP_HOST, "127.0.0.1");
        properties.put(SiteProperties.SMTP_PORT, "1");
        properties.put(SiteProperties.SMTP_SECURITY, "none");
        properties.put(SiteProperties.DAV_URL, "http://127.0.0.1:" + port);
        properties.put(SiteProperties.CALENDAR_PATH, "/{login}/calendar/");
        properties.put(SiteProperties.CONTACTS_PATH, "/{login}/contacts/");
        properties.put(SiteProperties.LOGIN, "user{n4}");
        properties.put(SiteProperties.DOMAIN, "plateau.test");
        properties.put(SiteProperties.PASSWORD, password);
        return MailSite.of(new SutAddress("mail", "mail", properties));
    }
}
