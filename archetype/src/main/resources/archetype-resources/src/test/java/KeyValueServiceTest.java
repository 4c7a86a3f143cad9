package ${package};

import java.util.Optional;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.testkit.ServiceContract;

/** Tests that the service fulfils the contract of every service. */
class KeyValueServiceTest extends ServiceContract<KeyValueService.Parameters> {
    @Override
    protected SutServiceType<KeyValueService.Parameters> service() {
        return new KeyValueService.Type();
    }

    @Override
    protected KeyValueService.Parameters parameters() {
        return onPort(0);
    }

    @Override
    protected Optional<KeyValueService.Parameters> parametersOnPort(int port) {
        return Optional.of(onPort(port));
    }

    private static KeyValueService.Parameters onPort(int port) {
        return new KeyValueService.Parameters(port);
    }
}
