// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.process.EmbeddedService;
import org.plateaubench.process.JavaCommand;
import org.plateaubench.process.RunningSut;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.ServerProcess;
import org.plateaubench.process.Servers;
import org.plateaubench.process.WorkloadServiceType;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutServiceType;

/** The server in a separate Java process, on loopback. It stores nothing. */
public final class EmbeddedLaw extends EmbeddedService {
    private static final Duration READY_TIMEOUT = Duration.ofSeconds(20);
    /** A young generation for millions of answers, touched at the start, and only the fast compiler. */
    private static final List<String> JAVA_OPTIONS = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:+AlwaysPreTouch",
            "-Xms160m",
            "-Xmx160m",
            "-Xmn128m",
            "-Xshare:auto",
            "--enable-native-access=ALL-UNNAMED");

    private final KnownLawParameters given;

    private record Running(KnownLawParameters given, int port) implements RunningSut {
        @Override
        public Map<String, String> properties() {
            return LawClient.properties(HOST, port);
        }

        @Override
        public String endpoint() {
            return HOST + ":" + port;
        }

        @Override
        public Map<String, String> configuration() {
            return Map.of(
                    "law", given.latency().toString(),
                    "stalls", given.stalls().toString(),
                    "crowdingNanos", Long.toString(given.crowding().toNanos()),
                    "javaOptions", String.join(" ", JAVA_OPTIONS));
        }
    }

    EmbeddedLaw(SutContext<KnownLawParameters> context) {
        super("known law", KnownLawParameters.SERVICE, context);
        this.given = context.parameters();
    }

    /** A server that answers after times of a known law, in a separate process or external. */
    public static SutServiceType<KnownLawParameters> serviceType() {
        return new WorkloadServiceType<>(
                KnownLawParameters.SERVICE,
                "A server that answers after times of a known law, to verify percentiles",
                KnownLawParameters.class,
                KnownLawParameters::check,
                EmbeddedLaw::new,
                ExternalLaw::new);
    }

    @Override
    protected RunningSut launch(Servers servers, Progress progress) throws SutException, InterruptedException {
        List<String> command = command(servers.portOrAny(name(), given.port()));
        ServerProcess server =
                servers.startJava(ServerCommand.java(name(), command, folder(), log()), List.of(), READY_TIMEOUT);
        return new Running(given, Integer.parseInt(server.announcement()));
    }

    private List<String> command(int port) {
        return JavaCommand.of(
                LawServer.class,
                List.of(KeyedRandom.class),
                JAVA_OPTIONS,
                List.of(
                        "lifeline=true",
                        "host=" + HOST,
                        "port=" + port,
                        "law=" + given.law().name().toLowerCase(Locale.ROOT),
                        "shiftNanos=" + given.shift().toNanos(),
                        "scaleNanos=" + given.scale().toNanos(),
                        "sigma=" + given.sigma(),
                        "stallEveryNanos=" + given.stallEvery().toNanos(),
                        "stallNanos=" + given.stallFor().toNanos(),
                        "crowdingNanos=" + given.crowding().toNanos(),
                        "seed=" + given.seed()));
    }
}
