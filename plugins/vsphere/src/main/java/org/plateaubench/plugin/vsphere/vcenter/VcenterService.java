// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vcenter;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.vsphere.vim.Inventory;
import org.plateaubench.plugin.vsphere.vim.PlatformService;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** A vCenter Server as a system under test. */
final class VcenterService extends PlatformService {
    private final SutAddress address;

    VcenterService(SutContext<VcenterParameters> context) {
        this(context, VcenterAddress.of(context.name(), context.parameters()));
    }

    private VcenterService(SutContext<VcenterParameters> context, SutAddress address) {
        super("the vCenter Server at " + context.parameters().url(), context.name(), new VcenterAddress(address));
        this.address = address;
    }

    @Override
    protected SutAddress connect() throws SutException, InterruptedException {
        instance();
        return address;
    }

    @Override
    protected Map<String, String> described(String product, String instance, Inventory inventory) {
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
