// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.MailSite.Account;
import org.plateaubench.plugin.mail.connect.MailSite.Endpoint;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.dav.DavConnections;
import org.plateaubench.plugin.mail.dav.DavConnections.DavUser;
import org.plateaubench.plugin.mail.model.MailMeasure.Counts;
import org.plateaubench.plugin.mail.protocol.ImapConnection;
import org.plateaubench.plugin.mail.protocol.Submission;
import org.plateaubench.process.ExternalService;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** An external site: it is checked, and otherwise left unchanged. */
public final class ExternalMail extends ExternalService {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int MAX_LINES = 40;

    private final SutAddress address;
    private volatile @Nullable MailSockets connected;

    private interface Attempt {
        void run() throws MailFailure;
    }

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
        properties.putAll(given.certificate().properties());
        if (given.accounts() != 0) {
            properties.put(MailSite.ACCOUNTS, Integer.toString(given.accounts()));
        }
        return new SutAddress(sut, MailServiceParameters.SERVICE, properties);
    }

    /**
     * Checks that every protocol answers and accepts the first account, within 20 s for each.
     *
     * @throws SutException with one message about all protocols that do not work
     */
    @Override
    protected SutAddress connect() throws SutException {
        MailSockets sockets;
        try {
            sockets = new MailSockets(new MailSite(address), LIMIT);
        } catch (IllegalArgumentException e) {
            throw new SutException("SUT " + address.name() + ": " + e.getMessage(), e);
        }
        Account account = sockets.site().account(1);
        List<String> problems = new ArrayList<>();
        MailLink mailbox = MailLink.imap(sockets, Counts.NONE);
        MailLink submission = MailLink.smtp(sockets, Counts.NONE);
        attempt(
                problems,
                "IMAP",
                () -> ImapConnection.open(mailbox, account, Counts.NONE).logout());
        attempt(problems, "submission", () -> Submission.signIn(submission, account));
        if (sockets.site().davUrl().isPresent()) {
            checkCalendars(problems, sockets.site(), account);
        }
        if (!problems.isEmpty()) {
            throw new SutException("SUT " + address.name() + " does not work as needed for account " + account + ": "
                    + String.join("; ", problems)
                    + ". Correct hosts, ports, security, login and password, or start the server that is down.");
        }
        connected = sockets;
        return address;
    }

    private static void checkCalendars(List<String> problems, MailSite site, Account account) {
        try (DavConnections connections = new DavConnections(site, LIMIT, LIMIT);
                DavUser user = connections.user(account, Counts.NONE)) {
            attempt(problems, "calendars", () -> user.calendar().exists());
        } catch (IllegalArgumentException e) {
            problems.add("davUrl: " + e.getMessage());
        }
    }

    private static void attempt(List<String> problems, String protocol, Attempt attempt) {
        try {
            attempt.run();
        } catch (MailFailure e) {
            problems.add(protocol + ": " + e.getMessage());
        }
    }

    @Override
    protected void stopped() {
        connected = null;
    }

    /** Returns the greetings of the servers. */
    @Override
    public Map<String, String> configuration() {
        MailSockets sockets = connected;
        if (sockets == null) {
            return Map.of();
        }
        MailSite site = sockets.site();
        Map<String, String> facts = new TreeMap<>();
        Endpoint imap = site.imap();
        facts.put("imap", imap + " " + imap.security().title());
        facts.put("imap says", greeting(sockets, imap, "a CAPABILITY", "a "));
        Endpoint smtp = site.smtp();
        facts.put("smtp", smtp + " " + smtp.security().title());
        facts.put("smtp says", greeting(sockets, smtp, "EHLO plateau.invalid", "250 "));
        site.davUrl().ifPresent(url -> facts.put("calendars and contacts", url));
        return facts;
    }

    /** Returns the greeting and the capabilities before signing in, or why there are none. */
    private static String greeting(MailSockets sockets, Endpoint endpoint, String question, String last) {
        MailLink link = new MailLink(sockets, endpoint, Counts.NONE);
        try {
            link.connect();
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(link.getInputStream(), StandardCharsets.UTF_8));
            List<String> greeting = new ArrayList<>();
            greeting.add(String.valueOf(lines.readLine()));
            link.getOutputStream().write((question + "\r\n").getBytes(StandardCharsets.US_ASCII));
            link.getOutputStream().flush();
            String line = "";
            while (line != null && !line.startsWith(last) && greeting.size() < MAX_LINES) {
                line = lines.readLine();
                greeting.add(line == null ? "the end" : line);
            }
            return String.join(" | ", greeting);
        } catch (MailFailure | IOException e) {
            return "nothing: " + e.getMessage();
        } finally {
            link.abort();
        }
    }
}
