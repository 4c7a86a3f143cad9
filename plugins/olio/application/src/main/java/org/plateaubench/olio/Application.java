// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import org.plateaubench.olio.web.SiteServer;
import org.plateaubench.plugin.olio.data.ApplicationSettings;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.process.Lifeline;
import org.plateaubench.process.ReadyLine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the application. Without an argument it is a child of the harness: it reads its {@linkplain
 * ApplicationSettings settings} from standard input and ends with its parent. A user passes a file with them, and
 * optionally the number of concurrent users to load data for when there is none:
 *
 * <pre>{@code java -cp 'plugins/olio/application/*:lib/*' org.plateaubench.olio.Application settings.json 25}</pre>
 */
public final class Application {
    private static final Logger LOG = LoggerFactory.getLogger(Application.class);
    private static final Duration STOPPING_PATIENCE = Duration.ofSeconds(5);
    private static final long SEED = 1;

    private Application() {}

    public static void main(String[] arguments) throws Exception {
        SiteServer site = new SiteServer(settings(arguments), InstantSource.system());
        Runtime.getRuntime().addShutdownHook(new Thread(site::close, "stop"));
        if (arguments.length > 1) {
            load(site, new Scale(Integer.parseInt(arguments[1])));
        }
        site.start();
        ReadyLine.announce(Integer.toString(site.port()));
        new CountDownLatch(1).await();
    }

    private static ApplicationSettings settings(String[] arguments) throws IOException {
        if (arguments.length == 0) {
            ApplicationSettings settings = ApplicationSettings.parse(Lifeline.takeLine());
            Lifeline.watch(STOPPING_PATIENCE);
            return settings;
        }
        return ApplicationSettings.parse(Files.readString(Path.of(arguments[0])).strip());
    }

    private static void load(SiteServer site, Scale scale) throws InterruptedException {
        if (site.data().marker().isPresent()) {
            return;
        }
        LOG.info("loading data for {} concurrent users", scale.concurrentUsers());
        site.data().load(scale, SEED);
        site.data().await();
        if (!site.data().failure().isEmpty()) {
            LOG.error("no data: {}", site.data().failure());
        }
    }
}
