// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.site.Endpoint;
import org.plateaubench.plugin.mail.site.MailSite;
import org.plateaubench.process.ExternalService;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** An external site: it is checked, and otherwise left unchanged. */
public final class ExternalMail extends ExternalService {
    private final SutAddress address;
    private volatile @Nullable SiteProbe probe;

    /** Creates the service for a SUT of a run file. */
    public ExternalMail(SutContext<MailServiceParameters> context) {
        super("the mail site of SUT " + context.name());
        this.address = address(context.name(), context.parameters());
    }

    private static SutAddress address(String sut, MailServiceParameters given) {
        Map<String, String> properties = MailSite.properties(
                new Endpoint(given.imapHost(), given.externalImapPort(), given.security()),
                new Endpoint(
                        given.smtpHost().isEmpty() ? given.imapHost() : given.smtpHost(),
                        given.externalSmtpPort(),
                        given.security()),
                given.login(),
                given.domain(),
                given.password());
        if (!given.davUrl().isEmpty()) {
            properties.put(MailSite.DAV_URL, given.davUrl());
        }
        properties.put(MailSite.CALENDAR_PATH, given.calendarPath());
        properties.put(MailSite.CONTACTS_PATH, given.contactsPath());
        if (!given.trust().isEmpty()) {
            properties.put(MailSite.TRUST, given.trust());
        }
        if (given.accounts() != 0) {
            properties.put(MailSite.ACCOUNTS, Integer.toString(given.accounts()));
        }
        return new SutAddress(sut, MailServiceParameters.SERVICE, properties);
    }

    /** Signs in with every protocol as the first account, within 20 s for each. */
    @Override
    protected SutAddress connect() throws SutException {
        SiteProbe connected = new SiteProbe(address.name(), MailSite.of(address));
        connected.check();
        probe = connected;
        return address;
    }

    @Override
    protected void stopped() {
        probe = null;
    }

    @Override
    public Map<String, String> configuration() {
        SiteProbe connected = probe;
        return connected == null ? Map.of() : connected.greetings();
    }
}
