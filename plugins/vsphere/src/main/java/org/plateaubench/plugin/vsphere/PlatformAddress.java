// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ExternalService;
import org.plateaubench.spi.SutException;

/** The address of a platform, as it is sent to agents. Immutable. */
record PlatformAddress(Platform platform, SutAddress sut) {
    /** Property with the identity of the installation that the controller has reached. */
    private static final String INSTANCE = "instance";

    /** The address for messages. */
    String url() {
        return sut.property("url");
    }

    MachinePlatform session(Duration limit) throws IOException {
        try {
            return platform.sessions().apply(sut, limit);
        } catch (IllegalArgumentException e) {
            // The file of the client's certificate.
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Signs in to the installation that the controller has reached: the address may lead elsewhere on another host. */
    void signIn(MachinePlatform session) throws IOException, InterruptedException {
        session.signIn();
        String instance = session.instance();
        String controllerInstance = sut.properties().getOrDefault(INSTANCE, instance);
        if (!instance.equals(controllerInstance)) {
            throw new IOException(
                    "At " + url() + " is '" + instance + "', and the controller has reached '" + controllerInstance
                            + "': the address must lead to the same platform on the hosts of controller and agents.");
        }
    }

    @FunctionalInterface
    interface Request<T> {
        T run(MachinePlatform session) throws IOException, InterruptedException;
    }

    /** Carries out a request in a separate session. */
    <T> T inSession(Duration limit, Request<T> request) throws IOException, InterruptedException {
        try (MachinePlatform session = session(limit)) {
            signIn(session);
            return request.run(session);
        }
    }

    /** A platform as a system under test. The service signs in to check it, and does not change it. */
    static final class Service extends ExternalService {
        private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

        private final PlatformAddress address;

        Service(String what, PlatformAddress address) {
            super(what + " at " + address.url());
            this.address = address;
        }

        @Override
        protected SutAddress connect() throws SutException, InterruptedException {
            SutAddress sut = address.sut();
            Map<String, String> properties = new HashMap<>(sut.properties());
            properties.put(INSTANCE, inSession(MachinePlatform::instance));
            return new SutAddress(sut.name(), sut.service(), properties);
        }

        private <T> T inSession(Request<T> request) throws SutException, InterruptedException {
            try {
                return address.inSession(ANSWER_TIMEOUT, request);
            } catch (IOException e) {
                throw new SutException("SUT " + address.sut().name() + ", " + address.url() + ": " + e.getMessage(), e);
            }
        }

        @Override
        public Map<String, String> configuration() throws SutException {
            try {
                return inSession(MachinePlatform::environment);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SutException("SUT " + address.sut().name() + ": reading the inventory was interrupted.", e);
            }
        }
    }
}
