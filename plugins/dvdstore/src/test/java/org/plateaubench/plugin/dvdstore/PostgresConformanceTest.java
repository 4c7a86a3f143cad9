// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.databases.postgresql.PostgresParameters;
import org.plateaubench.plugin.databases.postgresql.PostgresServiceType;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;

@Timeout(600)
class PostgresConformanceTest extends StoreConformance {
    private SutService service;
    private SutAddress address;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        service = new PostgresServiceType()
                .create(new SutContext<>(
                        "db", SutContext.Mode.EMBEDDED, new PostgresParameters(64, 20, 0, "", "", "", ""), folder));
        service.fetch(Progress.SILENT);
        address = service.start(Progress.SILENT);
    }

    @AfterAll
    void stop() throws Exception {
        service.close();
    }

    @Override
    SutAddress address() {
        return address;
    }
}
