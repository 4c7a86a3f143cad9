// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.libvirt;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.vsphere.vim.Inventory;
import org.plateaubench.process.ExternalService;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/**
 * A libvirt daemon. The service signs in to check it, reads its machines for the environment of a run, and does not
 * change it.
 */
final class LibvirtService extends ExternalService {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);
    private static final int MOST_MACHINES = 100;

    private final String sut;
    private final SutAddress address;
    private final LibvirtAddress place;

    LibvirtService(SutContext<LibvirtParameters> context) {
        super("the libvirt daemon at " + context.parameters().socket());
        sut = context.name();
        address = LibvirtAddress.of(sut, context.parameters());
        place = new LibvirtAddress(address);
    }

    /** A request that a session carries out. */
    @FunctionalInterface
    private interface Question<T> {
        T ask(LibvirtSession session) throws IOException, InterruptedException;
    }

    private <T> T ask(Question<T> question) throws SutException, InterruptedException {
        try (LibvirtSession session = place.signIn(ANSWER_LIMIT)) {
            return question.ask(session);
        } catch (IOException e) {
            throw new SutException("SUT " + sut + ", " + place.place() + ": " + e.getMessage(), e);
        }
    }

    @Override
    protected SutAddress connect() throws SutException, InterruptedException {
        return LibvirtAddress.seen(address, ask(LibvirtSession::instance));
    }

    @Override
    public Map<String, String> configuration() throws SutException {
        try {
            return ask(LibvirtService::description);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SutException("SUT " + sut + ": reading the machines was interrupted.", e);
        }
    }

    private static Map<String, String> description(LibvirtSession session) throws IOException, InterruptedException {
        Inventory inventory = session.inventory();
        Map<String, String> described = new LinkedHashMap<>();
        described.put("product", session.product());
        described.put("host", session.instance());
        described.put("machines", Integer.toString(inventory.machines().size()));
        described.put(
                "storage pools",
                String.join(
                        ", ",
                        inventory.datastores().stream()
                                .map(Inventory.Datastore::name)
                                .toList()));
        inventory.machines().stream()
                .limit(MOST_MACHINES)
                .forEach(machine ->
                        described.put("machine " + machine.name(), machine.poweredOn() ? "powered on" : "not running"));
        return described;
    }
}
