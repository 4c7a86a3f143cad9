// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.libvirt;

import java.util.LinkedHashMap;
import java.util.Map;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.vsphere.vim.Inventory;
import org.plateaubench.plugin.vsphere.vim.PlatformService;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** A libvirt daemon as a system under test. */
final class LibvirtService extends PlatformService {
    private final SutAddress address;

    LibvirtService(SutContext<LibvirtParameters> context) {
        this(context, LibvirtAddress.of(context.name(), context.parameters()));
    }

    private LibvirtService(SutContext<LibvirtParameters> context, SutAddress address) {
        super("the libvirt daemon at " + context.parameters().socket(), context.name(), new LibvirtAddress(address));
        this.address = address;
    }

    @Override
    protected SutAddress connect() throws SutException, InterruptedException {
        return LibvirtAddress.seen(address, instance());
    }

    @Override
    protected Map<String, String> described(String product, String instance, Inventory inventory) {
        Map<String, String> described = new LinkedHashMap<>();
        described.put("product", product);
        described.put("host", instance);
        described.put("machines", Integer.toString(inventory.machines().size()));
        described.put(
                "storage pools",
                String.join(
                        ", ",
                        inventory.datastores().stream()
                                .map(Inventory.Datastore::name)
                                .toList()));
        inventory.machines().stream()
                .limit(MOST_OF_A_KIND)
                .forEach(machine ->
                        described.put("machine " + machine.name(), machine.poweredOn() ? "powered on" : "not running"));
        return described;
    }
}
