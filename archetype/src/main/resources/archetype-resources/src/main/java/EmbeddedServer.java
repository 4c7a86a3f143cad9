package ${package};

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.plateaubench.process.EmbeddedService;
import org.plateaubench.process.JavaCommand;
import org.plateaubench.process.RunningSut;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.ServerProcess;
import org.plateaubench.process.Servers;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** A server that the harness starts in a separate process, on loopback. It stores nothing on disk. */
final class EmbeddedServer extends EmbeddedService {
    private static final Duration READY_LIMIT = Duration.ofSeconds(20);

    private final ServerParameters given;

    EmbeddedServer(SutContext<ServerParameters> context) {
        super("Key-value server", KeyValueServiceType.NAME, context);
        this.given = context.parameters();
    }

    @Override
    protected RunningSut launch(Servers servers, Progress progress) throws SutException, InterruptedException {
        String port = Integer.toString(servers.portOrAny(name(), given.port()));
        List<String> command = JavaCommand.of(
                KeyValueServer.class, List.of(), JavaCommand.heap(given.heapMebibytes()), List.of(port));
        ServerCommand server = ServerCommand.java(name(), command, folder(), log());
        ServerProcess started = servers.startJava(server, List.of(), READY_LIMIT);
        return new Running(started.announced(), given.heapMebibytes());
    }

    private record Running(String port, int heapMebibytes) implements RunningSut {
        @Override
        public Map<String, String> properties() {
            return Map.of("host", HOST, "port", port);
        }

        @Override
        public String place() {
            return HOST + ":" + port;
        }

        @Override
        public Map<String, String> configuration() {
            return Map.of("java", Runtime.version().toString(), "heapMebibytes", Integer.toString(heapMebibytes));
        }
    }
}
