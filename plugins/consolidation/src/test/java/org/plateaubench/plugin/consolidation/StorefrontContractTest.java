// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Mix;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.consolidation.StorefrontWorkload.Parameters;
import org.plateaubench.plugin.consolidation.application.PlantedApp;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.DataSetContract;
import org.plateaubench.testkit.WorkloadContract;

/** The contracts of workloads and data sets, tested with the server of the workload. */
final class StorefrontContractTest extends WorkloadContract<Parameters> {
    /** Shares of pages in percent that were published with the chain, from home to confirm. */
    private static final double[] PUBLISHED = {
        13.0834, 6.5461, 11.7532, 10.0270, 8.0178, 16.9320, 8.9483, 6.1558, 5.2968, 3.7778, 3.5525, 3.3743, 2.5350
    };

    private static PlantedApp app;

    @BeforeAll
    static void start() throws Exception {
        app = new PlantedApp(new Storefront());
        app.load(new StorefrontWorkload(), new Parameters(100));
    }

    @AfterAll
    static void stop() throws Exception {
        app.close();
    }

    @Override
    protected Workload<Parameters> workload() {
        return new StorefrontWorkload();
    }

    @Override
    protected Parameters parameters() {
        return new Parameters(100);
    }

    @Override
    protected SutAddress sut() {
        return app.address();
    }

    @Override
    protected long openResources() throws Exception {
        return app.connections();
    }

    @Override
    protected AutoCloseable stallSut() {
        return app.relay.hold();
    }

    @Override
    protected List<WrongAnswers> wrongAnswers() {
        List<WrongAnswers> planted = new ArrayList<>();
        for (Page page : Page.values()) {
            planted.add(new WrongAnswers(
                    page.title,
                    Fault.WRONG_IDENTITY,
                    () -> app.plant(text -> text.replace("data-page=\"", "data-page=\"/x"))));
            if (page == Page.HOME) {
                continue;
            }
            planted.add(new WrongAnswers(
                    page.title,
                    Fault.OUTDATED,
                    () -> app.plant(text -> page == Page.ARRIVE
                            ? text.replaceFirst("data-visit=\"[^\"]*", "data-visit=\"1-1")
                            : text.replaceFirst("data-(entries|cart|list|product)=\"[^\"]*", "data-$1=\"{}"))));
        }
        return planted;
    }

    /** The shares of pages are those that were published with the chain of pages. */
    @Test
    void pageSharesMatchPublishedValues() {
        Mix.Matrix chain = (Mix.Matrix) workload().define(parameters()).mix();
        int count = Page.values().length;
        double[] share = new double[count];
        share[0] = 1;
        for (int step = 0; step < 2_000; step++) {
            double[] next = new double[count];
            for (int from = 0; from < count; from++) {
                for (int to = 0; to < count; to++) {
                    next[to] += share[from] * chain.rows().get(from).get(to);
                }
            }
            share = next;
        }
        assertThat(100 * (share[0] + share[1])).isCloseTo(PUBLISHED[0], Offset.offset(0.2));
        for (int page = 2; page < count; page++) {
            assertThat(100 * share[page])
                    .as(Page.values()[page].title)
                    .isCloseTo(PUBLISHED[page - 1], Offset.offset(0.2));
        }
    }

    @Nested
    final class DataTest extends DataSetContract<Parameters> {
        @Override
        protected Workload<Parameters> workload() {
            return new StorefrontWorkload();
        }

        @Override
        protected Parameters parameters() {
            return new Parameters(100);
        }

        @Override
        protected SutAddress sut() {
            return app.address();
        }
    }
}
