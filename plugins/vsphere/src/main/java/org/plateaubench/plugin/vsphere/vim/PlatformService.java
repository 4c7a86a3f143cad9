// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vim;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.plateaubench.process.ExternalService;
import org.plateaubench.spi.SutException;

/**
 * A platform as a system under test. The service signs in to check it, reads its inventory for the environment of a
 * run, and does not change it.
 */
public abstract class PlatformService extends ExternalService {
    /** Greatest number of objects of each kind that the environment contains for a large installation. */
    protected static final int MOST_OF_A_KIND = 100;

    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);

    private final String sut;
    private final PlatformAddress place;

    /**
     * Creates a service.
     *
     * @param what the platform in messages
     * @param sut name of the SUT
     */
    protected PlatformService(String what, String sut, PlatformAddress place) {
        super(what);
        this.sut = sut;
        this.place = place;
    }

    /** Returns the name of the installation to which the service has signed in. */
    protected final String instance() throws SutException, InterruptedException {
        return ask(MachinePlatform::instance);
    }

    private <T> T ask(PlatformAddress.Question<T> question) throws SutException, InterruptedException {
        try {
            return place.ask(ANSWER_LIMIT, question);
        } catch (IOException e) {
            throw new SutException("SUT " + sut + ", " + place.place() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public final Map<String, String> configuration() throws SutException {
        try {
            return ask(session -> described(session.product(), session.instance(), session.inventory()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SutException("SUT " + sut + ": reading the inventory was interrupted.", e);
        }
    }

    /** Returns what the environment of a run says about the platform. */
    protected abstract Map<String, String> described(String product, String instance, Inventory inventory);
}
