// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.WorkloadContract;

/** A Faban driver meets the contract of every workload. */
final class ShopContractTest extends WorkloadContract<FabanParameters> {
    private static WebShop shop;
    private static FabanParameters parameters;

    private final FabanPlugin workload = new FabanPlugin();

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        shop = new WebShop();
        parameters = DriverJar.parameters(DriverJar.of(folder, "ShopDriver"), Map.of("shop", shop.address()));
    }

    @AfterAll
    static void stop() {
        shop.close();
    }

    @Override
    protected Workload<FabanParameters> workload() {
        return workload;
    }

    @Override
    protected FabanParameters parameters() {
        return parameters;
    }

    @Override
    protected @Nullable SutAddress sut() {
        return null;
    }

    @Override
    protected long openResources() {
        return shop.openConnections();
    }

    @Override
    protected AutoCloseable stallSut() {
        return shop.stopAnswering();
    }
}
