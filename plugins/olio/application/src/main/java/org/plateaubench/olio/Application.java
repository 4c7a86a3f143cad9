// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import org.plateaubench.plugin.olio.data.ApplicationSettings;
import org.plateaubench.process.Lifeline;
import org.plateaubench.process.ReadyLine;

/**
 * Starts the application. Without an argument it is a child of the harness: it reads its {@linkplain
 * ApplicationSettings settings} from standard input and ends with its parent. A user passes a file with them:
 *
 * <pre>{@code java -cp 'plugins/olio/application/*:lib/*' org.plateaubench.olio.Application settings.json}</pre>
 */
public final class Application {
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private Application() {}

    public static void main(String[] arguments) throws Exception {
        SiteServer site = new SiteServer(settings(arguments), InstantSource.system());
        Runtime.getRuntime().addShutdownHook(new Thread(site::close, "stop"));
        site.start();
        ReadyLine.announce(Integer.toString(site.port()));
        new CountDownLatch(1).await();
    }

    private static ApplicationSettings settings(String[] arguments) throws IOException {
        if (arguments.length == 0) {
            ApplicationSettings settings = ApplicationSettings.parse(Lifeline.takeLine());
            Lifeline.watch(STOP_TIMEOUT);
            return settings;
        }
        return ApplicationSettings.parse(Files.readString(Path.of(arguments[0])).strip());
    }
}
