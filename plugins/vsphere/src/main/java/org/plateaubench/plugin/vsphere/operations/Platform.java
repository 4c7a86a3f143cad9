// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.operations;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ExternalService;
import org.plateaubench.spi.SutException;

/**
 * A kind of platform, and the workload on it.
 *
 * @param workload name of the workload
 * @param description one sentence about the workload
 * @param service name of the SUT service that executes the operations
 * @param addresses creates the address of a platform
 * @param operations operations in the order of the definition
 * @param usual operations that begin the units of the default mix, other than {@code deploy}
 * @param clock clock that measures the times of tasks, in the words of descriptions
 */
public record Platform(
        String workload,
        String description,
        String service,
        Function<SutAddress, PlatformAddress> addresses,
        List<InfrastructureOperation> operations,
        List<InfrastructureOperation> usual,
        String clock) {
    PlatformAddress address(SutAddress sut) {
        return addresses.apply(sut);
    }

    /** A platform as a system under test. The service signs in to check it, and does not change it. */
    public static final class Service extends ExternalService {
        private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);

        private final String sut;
        private final PlatformAddress place;

        /**
         * Creates a service.
         *
         * @param what the platform in messages
         * @param sut name of the SUT
         */
        public Service(String what, String sut, PlatformAddress place) {
            super(what);
            this.sut = sut;
            this.place = place;
        }

        @Override
        protected SutAddress connect() throws SutException, InterruptedException {
            return place.seen(ask(MachinePlatform::instance));
        }

        private <T> T ask(PlatformAddress.Question<T> question) throws SutException, InterruptedException {
            try {
                return place.ask(ANSWER_LIMIT, question);
            } catch (IOException e) {
                throw new SutException("SUT " + sut + ", " + place.place() + ": " + e.getMessage(), e);
            }
        }

        @Override
        public Map<String, String> configuration() throws SutException {
            try {
                return ask(MachinePlatform::environment);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SutException("SUT " + sut + ": reading the inventory was interrupted.", e);
            }
        }
    }
}
