// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.external;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.service.MailServiceParameters;
import org.plateaubench.plugin.mail.site.MailSite;
import org.plateaubench.plugin.mail.site.Security;
import org.plateaubench.plugin.mail.site.SiteProperties;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;

/** An external site: it is checked, and otherwise left unchanged. */
public final class ExternalMail implements SutService {
    private final SutAddress address;
    private volatile @Nullable SiteProbe started;

    /** Creates the service for a SUT of a run file. */
    public ExternalMail(SutContext<MailServiceParameters> context) {
        this.address = address(context.name(), context.parameters());
    }

    private static SutAddress address(String sut, MailServiceParameters given) {
        Map<String, String> properties = new TreeMap<>();
        String security = given.security().title();
        boolean tls = given.security() == Security.TLS;
        properties.put(SiteProperties.IMAP_HOST, given.imapHost());
        properties.put(SiteProperties.IMAP_PORT, port(given.imapPort(), tls ? 993 : 143));
        properties.put(SiteProperties.IMAP_SECURITY, security);
        properties.put(SiteProperties.SMTP_HOST, host(given.smtpHost(), given));
        properties.put(SiteProperties.SMTP_PORT, port(given.smtpPort(), tls ? 465 : 587));
        properties.put(SiteProperties.SMTP_SECURITY, security);
        if (given.lmtpPort() != 0) {
            properties.put(SiteProperties.LMTP_HOST, host(given.lmtpHost(), given));
            properties.put(SiteProperties.LMTP_PORT, Integer.toString(given.lmtpPort()));
        }
        if (!given.davUrl().isEmpty()) {
            properties.put(SiteProperties.DAV_URL, given.davUrl());
        }
        properties.put(SiteProperties.CALENDAR_PATH, given.calendarPath());
        properties.put(SiteProperties.CONTACTS_PATH, given.contactsPath());
        properties.put(SiteProperties.LOGIN, given.login());
        properties.put(SiteProperties.DOMAIN, given.domain());
        properties.put(SiteProperties.PASSWORD, given.password());
        if (!given.trust().isEmpty()) {
            properties.put(SiteProperties.TRUST, given.trust());
        }
        if (given.accounts() != 0) {
            properties.put(SiteProperties.ACCOUNTS, Integer.toString(given.accounts()));
        }
        return new SutAddress(sut, MailServiceParameters.SERVICE, properties);
    }

    private static String port(int given, int usual) {
        return Integer.toString(given == 0 ? usual : given);
    }

    private static String host(String given, MailServiceParameters parameters) {
        return given.isEmpty() ? parameters.imapHost() : given;
    }

    /** Signs in with every protocol as the first account, within 20 s for each. */
    @Override
    public SutAddress start(Progress progress) throws SutException {
        progress.report("asking the servers of " + address.name(), 0, 0, "");
        SiteProbe probe = new SiteProbe(address.name(), MailSite.of(address));
        probe.check();
        started = probe;
        return address;
    }

    @Override
    public void stop() {
        started = null;
    }

    @Override
    public void clear() {
        // The harness does not own what an external site holds.
    }

    @Override
    public Map<String, String> configuration() {
        SiteProbe probe = started;
        return probe == null ? Map.of() : probe.greetings();
    }

    @Override
    public List<Path> logs() {
        return List.of();
    }

    /** Checks the site again at each call, once it was started. */
    @Override
    public SutStatus status() {
        SiteProbe probe = started;
        if (probe == null) {
            return new SutStatus(SutStatus.State.STOPPED, "not in use", List.of());
        }
        try {
            probe.check();
            return new SutStatus(SutStatus.State.RUNNING, "the servers of " + address.name() + " answer", List.of());
        } catch (SutException e) {
            return new SutStatus(SutStatus.State.FAILED, String.valueOf(e.getMessage()), List.of());
        }
    }

    @Override
    public void close() {
        stop();
    }
}
