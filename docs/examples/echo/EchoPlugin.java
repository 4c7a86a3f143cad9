// SPDX-License-Identifier: Apache-2.0
package com.example.echo;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Parameter;
import org.plateaubench.process.EmbeddedService;
import org.plateaubench.process.JavaCommand;
import org.plateaubench.process.RunningSut;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.ServerProcess;
import org.plateaubench.process.Servers;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;

/** A system under test that the harness starts and stops: {@code suts: { echo: { service: echo } }}. */
public final class EchoPlugin implements Plugin {
    @Override
    public String id() {
        return "echo";
    }

    @Override
    public String description() {
        return "An echo server in a process of its own.";
    }

    @Override
    public List<SutServiceType<?>> sutServices() {
        return List.of(new EchoType());
    }

    /** The parameters of the SUT in a run file. */
    public record EchoParameters(
            @Parameter(description = "Loopback port, 0 for a free one.", defaultValue = "0", min = 0, max = 65535)
                    int port) {}

    private static final class EchoType implements SutServiceType<EchoParameters> {
        @Override
        public String name() {
            return "echo";
        }

        @Override
        public String description() {
            return "Sends back what it receives.";
        }

        @Override
        public Class<EchoParameters> parametersType() {
            return EchoParameters.class;
        }

        @Override
        public SutService create(SutContext<EchoParameters> context) {
            return new EchoService(context);
        }
    }

    private static final class EchoService extends EmbeddedService {
        private static final Duration READY_TIMEOUT = Duration.ofSeconds(20);

        private final int configuredPort;

        EchoService(SutContext<EchoParameters> context) {
            super("Echo server", "echo", context);
            this.configuredPort = context.parameters().port();
        }

        @Override
        protected RunningSut launch(Servers servers, Progress progress) throws SutException, InterruptedException {
            String port = Integer.toString(servers.portOrAny(name(), configuredPort));
            List<String> command = JavaCommand.of(EchoServer.class, List.of(), JavaCommand.heap(64), List.of(port));
            ServerProcess server =
                    servers.startJava(ServerCommand.java(name(), command, folder(), log()), List.of(), READY_TIMEOUT);
            // The server prints its port when it is ready.
            return new RunningEcho(server.announcement());
        }
    }

    private record RunningEcho(String port) implements RunningSut {
        @Override
        public Map<String, String> properties() {
            return Map.of("host", EmbeddedService.HOST, "port", port);
        }

        @Override
        public String endpoint() {
            return EmbeddedService.HOST + ":" + port;
        }

        @Override
        public Map<String, String> configuration() {
            return Map.of("java", Runtime.version().toString());
        }
    }
}
