package ${package};

import java.util.Optional;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.testkit.ServiceContract;

/** Tests that the service fulfils the contract of every service. */
class KeyValueServiceTest extends ServiceContract<ServerParameters> {
    @Override
    protected SutServiceType<ServerParameters> service() {
        return new KeyValueServiceType();
    }

    @Override
    protected ServerParameters parameters() {
        return onPort(0);
    }

    @Override
    protected Optional<ServerParameters> parametersOnPort(int port) {
        return Optional.of(onPort(port));
    }

    private static ServerParameters onPort(int port) {
        return new ServerParameters("", port, ServerParameters.HEAP_MEBIBYTES);
    }
}
