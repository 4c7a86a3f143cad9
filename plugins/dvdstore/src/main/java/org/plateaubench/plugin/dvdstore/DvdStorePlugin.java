// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.util.List;
import org.plateaubench.plugin.dvdstore.web.StoreService;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.ReportSection;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.Workload;

/** The DVD Store: an online shop on a relational database, written after the facts of DVD Store 2.1. */
public final class DvdStorePlugin implements Plugin {
    @Override
    public String id() {
        return "dvdstore";
    }

    @Override
    public String description() {
        return "An online DVD shop on a relational database.";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(new DvdStoreWorkload());
    }

    @Override
    public List<SutServiceType<?>> sutServices() {
        return List.of(StoreService.TYPE);
    }

    @Override
    public List<ReportSection> reportSections() {
        return List.of(new DvdStoreReport());
    }
}
