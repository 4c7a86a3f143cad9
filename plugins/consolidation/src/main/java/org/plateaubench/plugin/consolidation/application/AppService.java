// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.application;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.api.SutAddress;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.plugin.consolidation.application.AppDataSet.AppClient;
import org.plateaubench.process.EmbeddedService;
import org.plateaubench.process.ExternalService;
import org.plateaubench.process.JavaCommand;
import org.plateaubench.process.ModeKeys;
import org.plateaubench.process.RunningSut;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.ServerProcess;
import org.plateaubench.process.Servers;
import org.plateaubench.process.WorkloadServiceType;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadSession;

/** An application in a separate JVM, which ends with the harness. It stores nothing on disk. */
public final class AppService extends EmbeddedService {
    static final String URL = "url";
    private static final Duration READY_TIMEOUT = Duration.ofSeconds(40);

    private final Class<?> main;
    private final AppServiceParameters keys;

    private AppService(String title, String service, Class<?> main, SutContext<AppServiceParameters> context) {
        super(title, service, context);
        this.main = main;
        this.keys = context.parameters();
    }

    public static WorkloadServiceType<AppServiceParameters> type(
            String service, String title, String description, Class<?> main) {
        return new WorkloadServiceType<>(
                service,
                description,
                AppServiceParameters.class,
                AppServiceParameters::check,
                context -> new AppService(title, service, main, context),
                context -> new External(title, service, context));
    }

    public static List<Finding> check(String service, Optional<String> given) {
        return given.isEmpty() || given.get().equals(service)
                ? List.of(Finding.note("The figures of this workload are comparable with nothing else."))
                : List.of(
                        Finding.problem("The SUT is of service " + given.get() + ".", "Name one of " + service + "."));
    }

    public static HttpOrigin origin(SutAddress sut) {
        return HttpOrigin.parse(sut.property(URL));
    }

    /** Opens the connections of the users of one agent, and creates a driver with them for each. */
    public static WorkloadSession session(BiFunction<HttpConnections, UserContext, Driver> drivers) {
        HttpConnections connections = new HttpConnections(HttpSettings.defaults());
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return drivers.apply(connections, user);
            }

            @Override
            public void close() {
                connections.close();
            }
        };
    }

    @Override
    protected RunningSut launch(Servers servers, Progress progress) throws SutException, InterruptedException {
        String port = Integer.toString(servers.portOrAny(name(), keys.port()));
        List<String> options = JavaCommand.heap(keys.heapMebibytes());
        List<String> line = JavaCommand.ofPlugin(main, options, List.of(port));
        ServerProcess server =
                servers.startJava(ServerCommand.java(name(), line, folder(), log()), List.of(), READY_TIMEOUT);
        return new Running(server.announcement(), String.join(" ", options));
    }

    private record Running(String port, String options) implements RunningSut {
        @Override
        public Map<String, String> properties() {
            return Map.of(URL, "http://" + endpoint());
        }

        @Override
        public String endpoint() {
            return HOST + ":" + port;
        }

        @Override
        public Map<String, String> configuration() {
            return Map.of("javaOptions", options);
        }
    }

    private static final class External extends ExternalService {
        private final SutAddress address;

        External(String title, String service, SutContext<AppServiceParameters> context) {
            String url = context.parameters().url().replaceFirst("/+$", "");
            super("the " + title + " at " + url);
            address = new SutAddress(context.name(), service, Map.of(URL, url));
        }

        @Override
        protected SutAddress connect() throws SutException {
            try (AppClient client = new AppClient(address.property(URL))) {
                client.state();
            }
            return address;
        }

        @Override
        public Map<String, String> configuration() {
            return Map.of();
        }
    }

    /** Keys of a SUT of these services. The key {@code url} is for mode external, the others for mode embedded. */
    public record AppServiceParameters(
            @Parameter(
                    description = "Loopback port of the embedded server, 0 for a free one.",
                    defaultValue = "0",
                    min = 0,
                    max = 65_535)
            int port,

            @Parameter(
                    description =
                            "Java heap of the embedded server, all of it reserved at the start; it holds all data.",
                    defaultValue = "" + DEFAULT_HEAP_MEBIBYTES,
                    unit = "MiB",
                    min = 64,
                    max = 1_048_576)
            int heapMebibytes,

            @Parameter(
                    description = "Address of an external server, such as http://java.lab:8080.",
                    defaultValue = "",
                    reach = Reach.TARGET)
            String url) {
        private static final int DEFAULT_HEAP_MEBIBYTES = 256;

        List<Finding> check(SutContext.Mode mode) {
            List<Finding> findings = new ModeKeys(mode)
                    .external("url", !url.isEmpty())
                    .embedded("port", port != 0)
                    .embedded("heapMebibytes", heapMebibytes != DEFAULT_HEAP_MEBIBYTES)
                    .problems();
            if (mode == SutContext.Mode.EXTERNAL && !url.startsWith("http://") && !SutServiceType.isReference(url)) {
                findings.add(Finding.problem(
                                "An external server needs its address.", "Write http://java.lab:8080, for example.")
                        .about("url"));
            }
            return findings;
        }
    }
}
