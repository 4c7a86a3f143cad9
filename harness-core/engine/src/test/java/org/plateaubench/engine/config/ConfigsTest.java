// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.engine.TestShop;
import org.plateaubench.engine.plan.planning.Planner;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;
import tools.jackson.databind.json.JsonMapper;

/**
 * The quickstart can be planned and satisfies the schema. The plugins are not on this module's path: what stands for them
 * here has the parameters that the file names. Every shipped run file is checked where all modules meet.
 */
final class ConfigsTest {
    private static final Path QUICKSTART = Path.of("../../configs/runs/quickstart.yaml");
    private static final PluginCatalog CATALOG = PluginCatalog.of(
            TestShop.plugin("databases", List.of(), List.of(new Database())),
            TestShop.plugin("dvdstore", List.of(new Store()), List.of()));
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
            .getSchema(JsonMapper.shared().readTree(RunFileSchema.json(CATALOG)));

    @Test
    void theQuickstartIsGood() throws WrongConfiguration, IOException {
        assertThat(new Planner(CATALOG)
                        .plan(RunFileReader.read(QUICKSTART, List.of()))
                        .id())
                .hasSize(16);
        assertThat(RunFileSchemaTest.errors(SCHEMA, Files.readString(QUICKSTART)))
                .isEmpty();
    }

    enum Storage {
        MEMORY,
        FILE
    }

    record DatabaseParameters(
            @Parameter(description = "Where the data is.", defaultValue = "memory")
            Storage storage) {}

    record Database() implements SutServiceType<DatabaseParameters> {
        @Override
        public String name() {
            return "h2";
        }

        @Override
        public String description() {
            return "Stands for H2.";
        }

        @Override
        public Class<DatabaseParameters> parametersType() {
            return DatabaseParameters.class;
        }

        @Override
        public SutService create(SutContext<DatabaseParameters> context) {
            throw new UnsupportedOperationException("is planned, never started");
        }
    }

    enum Size {
        SMALL
    }

    enum Mode {
        DS2
    }

    record StoreParameters(
            @Parameter(description = "Size.", defaultValue = "small")
            Size size,

            @Parameter(description = "Mode.", defaultValue = "ds2")
            Mode mode) {}

    record Store() implements Workload<StoreParameters> {
        @Override
        public String name() {
            return "orders";
        }

        @Override
        public String description() {
            return "Stands for the DVD Store.";
        }

        @Override
        public Class<StoreParameters> parametersType() {
            return StoreParameters.class;
        }

        @Override
        public WorkloadDefinition define(StoreParameters parameters) {
            return new TestShop.Orders()
                    .define(new TestShop.ShopParameters(
                            TestShop.Size.SMALL, 1, Duration.ZERO, "", 0, List.of(), Map.of()));
        }

        @Override
        public WorkloadSession open(WorkloadContext<StoreParameters> context) {
            throw new UnsupportedOperationException("is planned, never driven");
        }
    }
}
