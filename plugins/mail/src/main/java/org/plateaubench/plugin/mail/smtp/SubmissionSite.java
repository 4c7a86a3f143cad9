// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.smtp;

import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.connect.Traffic;
import org.plateaubench.plugin.mail.site.Account;
import org.plateaubench.plugin.mail.site.Endpoint;
import org.plateaubench.plugin.mail.site.MailSite;
import org.plateaubench.plugin.mail.site.Security;

/** The submission service for the users of an agent: the shared part of their connections. Any thread. */
public final class SubmissionSite {
    /** The name that clients send: an address that reveals nothing. */
    private static final String OWN_NAME = "[127.0.0.1]";

    private final Endpoint endpoint;
    private final MailSockets sockets;
    private final Traffic traffic;
    private final Session session;

    private SubmissionSite(Endpoint endpoint, MailSockets sockets, Traffic traffic) {
        this.endpoint = endpoint;
        this.sockets = sockets;
        this.traffic = traffic;
        this.session = Session.getInstance(properties());
    }

    /**
     * Creates the submission of a site.
     *
     * @param traffic counts the bytes of all users
     */
    public static SubmissionSite of(MailSite site, MailSockets sockets, Traffic traffic) {
        return new SubmissionSite(site.smtp(), sockets, traffic);
    }

    private Properties properties() {
        String prefix = "mail." + SubmissionTransport.PROTOCOL;
        Properties properties = new MailLink(sockets, endpoint, traffic).properties(SubmissionTransport.PROTOCOL);
        // Sockets are already connected: a factory of one link must not be used for another.
        properties.remove(prefix + ".socketFactory");
        properties.setProperty(prefix + ".localhost", OWN_NAME);
        properties.setProperty(prefix + ".auth.mechanisms", "PLAIN LOGIN");
        properties.setProperty(prefix + ".quitwait", "false");
        boolean starts = endpoint.security() == Security.STARTTLS;
        properties.setProperty(prefix + ".starttls.required", Boolean.toString(starts));
        return properties;
    }

    MailLink link() {
        return new MailLink(sockets, endpoint, traffic);
    }

    /** Opens a connection through a link, and signs in. */
    SubmissionTransport open(MailLink link, Account account) throws MailFailure {
        SubmissionTransport transport;
        try {
            SubmissionSocket socket = new SubmissionSocket(link.connect(), endpoint.host());
            transport = new SubmissionTransport(session, endpoint, account, socket);
        } catch (IOException e) {
            MailFailure failure = link.failure(e);
            link.abort();
            throw failure;
        }
        try {
            transport.open();
            return transport;
        } catch (MessagingException e) {
            MailFailure failure = failure(e, link, transport.last());
            link.abort();
            throw failure;
        }
    }

    /**
     * Signs in and checks whether an account may send to itself; sends nothing.
     *
     * @throws MailFailure with the server's answer when it may not
     */
    public void check(Account account) throws MailFailure {
        MailLink link = link();
        SubmissionTransport transport = open(link, account);
        try {
            ask(transport, "MAIL FROM:<" + account.address() + ">");
            ask(transport, "RCPT TO:<" + account.address() + ">");
            ask(transport, "RSET");
            transport.close();
        } catch (IOException | MessagingException e) {
            throw link.failure(e);
        } finally {
            link.abort();
        }
    }

    private static void ask(SubmissionTransport transport, String command)
            throws IOException, MessagingException, MailFailure {
        transport.write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
        Answer answer = transport.answer();
        if (!answer.accepted()) {
            throw answer.failure(command);
        }
    }

    private MailFailure failure(MessagingException e, MailLink link, Answer last) {
        if (link.aborted() || hasIoCause(e)) {
            return link.failure(e);
        }
        if (e instanceof AuthenticationFailedException) {
            boolean said = last.code() >= 400;
            return said
                    ? last.connectionFailure("signing in")
                    : new MailFailure(MailError.AUTHENTICATION, "signing in: " + e.getMessage(), true, e);
        }
        boolean greeted = !String.valueOf(e.getMessage()).startsWith("Got bad greeting");
        if (endpoint.security() == Security.STARTTLS && greeted && !last.gone()) {
            return new MailFailure(MailError.TLS, endpoint + " does not start TLS: " + e.getMessage(), true, e);
        }
        return last.connectionFailure(endpoint.toString());
    }

    private static boolean hasIoCause(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException) {
                return true;
            }
        }
        return false;
    }
}
