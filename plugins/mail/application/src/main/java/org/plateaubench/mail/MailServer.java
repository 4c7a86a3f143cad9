// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.plateaubench.plugin.mail.service.EmbeddedSettings;
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
        Runtime.getRuntime().addShutdownHook(new Thread(post::close, "stop"));
        post.start();
        ReadyLine.announce(post.imapPort() + " " + post.smtpPort() + " " + PostServer.version());
        new CountDownLatch(1).await();
    }
}
