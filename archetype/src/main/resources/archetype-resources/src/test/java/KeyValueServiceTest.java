package ${package};

import java.util.Optional;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.testkit.ServiceContract;

/** Tests that the service fulfils the contract of every service. */
class KeyValueServiceTest extends ServiceContract<KeyValueService.Keys> {
    @Override
    protected SutServiceType<KeyValueService.Keys> service() {
        return new KeyValueService.Type();
    }

    @Override
    protected KeyValueService.Keys parameters() {
        return onPort(0);
    }

    @Override
    protected Optional<KeyValueService.Keys> parametersOnPort(int port) {
        return Optional.of(onPort(port));
    }

    private static KeyValueService.Keys onPort(int port) {
        return new KeyValueService.Keys(port);
    }
}
