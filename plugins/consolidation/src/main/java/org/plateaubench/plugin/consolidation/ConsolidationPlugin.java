// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation;

import java.util.List;
import org.plateaubench.plugin.consolidation.files.FilesWorkload;
import org.plateaubench.plugin.consolidation.javatier.JavaTierWorkload;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.Workload;

/** The servers of a tile that no other plugin drives: a Java tier, a web store and a file server. */
public final class ConsolidationPlugin implements Plugin {
    @Override
    public String id() {
        return "consolidation";
    }

    @Override
    public String description() {
        return "Servers of a consolidation tile: business operations in a JVM, a web store with sessions, and files.";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(new FilesWorkload(), new JavaTierWorkload(), new StorefrontWorkload());
    }

    @Override
    public List<SutServiceType<?>> sutServices() {
        return List.of(JavaTierWorkload.service(), StorefrontWorkload.service());
    }
}
