package ${package};

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.process.WorkloadServiceType;
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

/** A server that the harness starts in a separate process, on loopback. It stores nothing on disk. */
final class KeyValueService extends EmbeddedService {
    static final String NAME = KeyValuePlugin.ID + "-server";

    private final int port;

    /** The parameters of a server in a run file, in addition to {@code service} and {@code mode}. */
    public record Parameters(
            @Parameter(description = "Port; 0 for any free one.", defaultValue = "0", min = 0, max = 65535) int port) {}

    /** The kind of server, which creates one service for each SUT. */
    static final class Type extends WorkloadServiceType<Parameters> {
        Type() {
            super(NAME, "A key-value server in memory.", Parameters.class, Type::problems, KeyValueService::new);
        }

        private static List<Finding> problems(Parameters parameters, SutContext.Mode mode) {
            Finding finding = Finding.problem("Plateau starts this server itself.", "Use 'mode: embedded'.");
            return mode == SutContext.Mode.EMBEDDED ? List.of() : List.of(finding);
        }
    }

    KeyValueService(SutContext<Parameters> context) {
        super("Key-value server", NAME, context);
        this.port = context.parameters().port();
    }

    @Override
    protected RunningSut launch(Servers servers, Progress progress) throws SutException, InterruptedException {
        String given = Integer.toString(servers.portOrAny(name(), port));
        List<String> command =
                JavaCommand.of(KeyValueServer.class, List.of(), JavaCommand.heap(128), List.of(given));
        ServerCommand server = ServerCommand.java(name(), command, folder(), log());
        ServerProcess started = servers.startJava(server, List.of(), Duration.ofSeconds(20));
        return new Running(started.announcement());
    }

    private record Running(String port) implements RunningSut {
        @Override
        public Map<String, String> properties() {
            return Map.of("host", HOST, "port", port);
        }

        @Override
        public String endpoint() {
            return HOST + ":" + port;
        }

        @Override
        public Map<String, String> configuration() {
            return Map.of("java", Runtime.version().toString());
        }
    }
}
