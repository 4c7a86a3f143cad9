// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import org.eclipse.jetty.server.Server;
import org.plateaubench.mail.dav.DavServer;
import org.plateaubench.mail.post.PostServer;
import org.plateaubench.plugin.mail.service.embedded.EmbeddedReady;
import org.plateaubench.plugin.mail.service.embedded.EmbeddedSettings;
import org.plateaubench.process.Lifeline;
import org.plateaubench.process.ReadyLine;

/**
 * Starts the server as a child of the harness: it reads its {@linkplain EmbeddedSettings settings} from standard input,
 * writes its address to its log, and ends with its parent.
 */
public final class MailServer {
    private static final Duration STOPPING_PATIENCE = Duration.ofSeconds(5);

    private MailServer() {}

    /** Runs until it is ended from outside. */
    public static void main(String[] arguments) throws Exception {
        EmbeddedSettings settings = EmbeddedSettings.parse(Lifeline.takeLine());
        Lifeline.watch(STOPPING_PATIENCE);
        PostServer post = new PostServer(settings);
        DavServer dav = new DavServer(settings.host(), settings.davPort(), settings.password(), InstantSource.system());
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            dav.close();
                            post.close();
                        },
                        "stop"));
        post.start();
        dav.start();
        ReadyLine.announce(new EmbeddedReady(
                        post.imapPort(),
                        post.smtpPort(),
                        dav.port(),
                        PostServer.version(),
                        Server.getVersion(),
                        Runtime.version().toString())
                .toLine());
        new CountDownLatch(1).await();
    }
}
