// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import com.icegreen.greenmail.server.AbstractServer;
import com.icegreen.greenmail.server.BuildInfo;
import com.icegreen.greenmail.util.ServerSetup;
import java.io.IOException;
import java.time.Duration;
import org.plateaubench.plugin.mail.service.EmbeddedSettings;
import org.plateaubench.plugin.mail.site.SiteProperties;
import org.plateaubench.process.EmbeddedService;

/** Serves mailbox access and submission, from {@link #start} to {@link #close}. */
public final class PostServer implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(10);

    private final AbstractServer imap;
    private final AbstractServer smtp;

    /** Creates the server, which does not listen yet. */
    public PostServer(EmbeddedSettings settings) {
        OnDemandComponents managers = new OnDemandComponents(SiteProperties.USUAL_DOMAIN, settings.password());
        imap = new NoDelayServers.Imap(
                setup(
                        settings,
                        settings.imapPort(),
                        settings.tls() ? ServerSetup.PROTOCOL_IMAPS : ServerSetup.PROTOCOL_IMAP),
                managers);
        smtp = new NoDelayServers.Smtp(
                setup(
                        settings,
                        settings.smtpPort(),
                        settings.tls() ? ServerSetup.PROTOCOL_SMTPS : ServerSetup.PROTOCOL_SMTP),
                managers);
    }

    private static ServerSetup setup(EmbeddedSettings settings, int port, String protocol) {
        return new ServerSetup(port, EmbeddedService.HOST, protocol);
    }

    /**
     * Begins to listen.
     *
     * @throws IOException when a port is not available
     */
    public void start() throws IOException, InterruptedException {
        imap.startService();
        smtp.startService();
        for (AbstractServer server : new AbstractServer[] {imap, smtp}) {
            if (!server.waitTillRunning(START_LIMIT.toMillis())) {
                throw new IOException("GreenMail does not listen on its port for " + server.getProtocol());
            }
        }
    }

    /** Returns the port of mailbox access. */
    public int imapPort() {
        return imap.getPort();
    }

    /** Returns the port of submission. */
    public int smtpPort() {
        return smtp.getPort();
    }

    /** Returns the version of GreenMail. */
    public static String version() {
        return BuildInfo.INSTANCE.getProjectVersion();
    }

    @Override
    public void close() {
        imap.stopService();
        smtp.stopService();
    }
}
