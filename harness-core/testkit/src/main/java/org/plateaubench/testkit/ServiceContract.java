// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.plateaubench.spi.SutServiceType;

/**
 * The tests that every SUT service must pass that the harness starts. A plugin's test extends this class and supplies
 * the service. Each test starts servers in a separate folder and takes some seconds.
 *
 * @param <P> parameters of the service
 */
@Isolated("processes that start meanwhile count as those of the service")
public abstract class ServiceContract<P extends Record> {
    @TempDir
    Path folder = Path.of("");

    /** Creates the contract of the service that a subclass supplies. */
    protected ServiceContract() {}

    /** The service under test. */
    protected abstract SutServiceType<P> service();

    /** Valid parameters of a small server, on any free port. */
    protected abstract P parameters();

    /** The same parameters with the given port; empty, the default, if no parameter is a port. */
    protected Optional<P> parametersOnPort(int port) {
        return Optional.empty();
    }

    private interface Step<P extends Record> {
        void on(ServiceCheck<P> check) throws Exception;
    }

    private void verify(Step<P> step) throws Exception {
        CheckReport report = new CheckReport(finding -> {});
        step.on(new ServiceCheck<>(service(), parameters(), folder, report));
        assertThat(report.broken()).isEmpty();
    }

    @Test
    void parametersReachingHostAreMarked() {
        assertThat(ReachCheck.missing("the service", service().parametersType()))
                .isEmpty();
    }

    @Test
    void serviceStartsStopsClearsAndRestarts() throws Exception {
        verify(ServiceCheck::lifecycle);
    }

    @Test
    void killedServiceIsNoticedAndRestarts() throws Exception {
        verify(ServiceCheck::killed);
    }

    /** Passes without checking anything if a service has no {@link #parametersOnPort}. */
    @Test
    void portInUseIsRefused() throws Exception {
        verify(check -> check.portTaken(this::parametersOnPort));
    }
}
