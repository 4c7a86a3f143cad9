package ${package};

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ExternalService;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** A server that Plateau does not run. Plateau checks whether it answers, and does not change it. */
final class ExternalServer extends ExternalService {
    private final String sut;
    private final ServerParameters given;

    ExternalServer(SutContext<ServerParameters> context) {
        super("the key-value server at " + place(context.parameters()));
        this.sut = context.name();
        this.given = context.parameters();
    }

    private static String place(ServerParameters given) {
        return given.host() + ":" + given.port();
    }

    @Override
    protected SutAddress connect() throws SutException {
        try (Connection connection = Connection.to(new InetSocketAddress(given.host(), given.port()))) {
            connection.ask("INFO");
        } catch (IOException e) {
            throw new SutException(
                    "No key-value server answers at " + place(given) + " (" + e.getMessage()
                            + "); start it, or correct 'host' and 'port'.",
                    e);
        }
        return new SutAddress(
                sut, KeyValueServiceType.NAME, Map.of("host", given.host(), "port", Integer.toString(given.port())));
    }

    @Override
    public Map<String, String> configuration() {
        return Map.of("host", given.host());
    }
}
