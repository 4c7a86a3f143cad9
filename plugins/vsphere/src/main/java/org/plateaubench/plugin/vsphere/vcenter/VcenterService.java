// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vcenter;

import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.vsphere.vim.Inventory;
import org.plateaubench.process.ExternalService;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/**
 * A vCenter Server. The service signs in to check it, reads its inventory for the environment of a run, and does not
 * change it.
 */
final class VcenterService extends ExternalService {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);

    /** Greatest number of objects of each kind that the environment contains for a large installation. */
    private static final int MOST_OF_A_KIND = 100;

    private final String sut;
    private final VcenterAddress place;
    private final SutAddress address;

    VcenterService(SutContext<VcenterParameters> context) {
        super("the vCenter Server at " + context.parameters().url());
        sut = context.name();
        address = VcenterAddress.of(sut, context.parameters());
        place = new VcenterAddress(address);
    }

    /** A request that a session carries out. */
    @FunctionalInterface
    private interface Question<T> {
        T ask(VcenterSession session) throws IOException, InterruptedException;
    }

    private <T> T ask(Question<T> question) throws SutException, InterruptedException {
        try (HttpClient client = place.client();
                VcenterSession session = place.signIn(client, ANSWER_LIMIT)) {
            return question.ask(session);
        } catch (IOException e) {
            throw new SutException("SUT " + sut + ", " + place.place() + ": " + e.getMessage(), e);
        }
    }

    @Override
    protected SutAddress connect() throws SutException, InterruptedException {
        ask(VcenterSession::clock);
        return address;
    }

    @Override
    public Map<String, String> configuration() throws SutException {
        try {
            return ask(session -> description(session.product(), session.inventory()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SutException("SUT " + sut + ": reading the inventory was interrupted.", e);
        }
    }

    static Map<String, String> description(String product, Inventory inventory) {
        Map<String, String> described = new LinkedHashMap<>();
        described.put("product", product);
        described.put("hosts", Integer.toString(inventory.hosts().size()));
        described.put("machines", Integer.toString(inventory.machines().size()));
        described.put("datastores", Integer.toString(inventory.datastores().size()));
        inventory.clusters().stream()
                .limit(MOST_OF_A_KIND)
                .forEach(cluster -> described.put("cluster " + cluster.name(), text(cluster.facts())));
        inventory.hosts().stream()
                .limit(MOST_OF_A_KIND)
                .forEach(host -> described.put(
                        "host " + host.name(), text(host.facts()) + (host.usable() ? "" : ", not usable")));
        inventory.datastores().stream()
                .limit(MOST_OF_A_KIND)
                .forEach(datastore -> described.put("datastore " + datastore.name(), text(datastore.facts())));
        inventory.machines().stream()
                .limit(MOST_OF_A_KIND)
                .forEach(machine -> described.put(
                        "machine " + machine.name(),
                        text(machine.facts()) + (machine.poweredOn() ? ", powered on" : ", powered off")));
        return described;
    }

    private static String text(Map<String, String> facts) {
        return facts.entrySet().stream()
                .map(fact -> fact.getKey() + " " + fact.getValue())
                .collect(Collectors.joining(", "));
    }
}
