// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.operations;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ExternalService;
import org.plateaubench.spi.SutException;

/** A platform as a system under test. The service signs in to check it, and does not change it. */
public final class PlatformService extends ExternalService {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);

    private final String sut;
    private final PlatformAddress place;

    /**
     * Creates a service.
     *
     * @param what the platform in messages
     * @param sut name of the SUT
     */
    public PlatformService(String what, String sut, PlatformAddress place) {
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
