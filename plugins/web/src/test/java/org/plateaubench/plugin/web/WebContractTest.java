// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.WorkloadContract;

/** The workload fulfils the contract of every workload, on a real HTTP server. */
class WebContractTest extends WorkloadContract<WebParameters> {
    private static Shop shop;

    @BeforeAll
    static void start() throws IOException {
        shop = new Shop();
    }

    @AfterAll
    static void stop() {
        shop.close();
    }

    @Override
    protected Workload<WebParameters> workload() {
        return new WebWorkload();
    }

    @Override
    protected WebParameters parameters() {
        return WebUser.parameters(shop.url(), """
                data: { page: { zipf: 1..100 } }
                start: [{ post: /login, form: { user: a b } }]
                flows:
                  browse:
                    weight: 3
                    steps:
                      - get: "/products?page=${page}"
                        extract: { href: { css: "a.product@href" } }
                        check: { contains: Products }
                      - get: "${href}"
                        name: product
                        check: { json: { $.id: 7 } }
                  order:
                    steps:
                      - post: /orders
                        json: { product: "${page}" }
                        check: { status: 201 }
                        declined: { status: 409 }
                """);
    }

    @Override
    protected @Nullable SutAddress sut() {
        return null;
    }

    @Override
    protected List<WrongAnswers> wrongAnswers() {
        return List.of(
                new WrongAnswers("get-products", Fault.WRONG_IDENTITY, () -> shop.misplace("/products")),
                new WrongAnswers("product", Fault.WRONG_IDENTITY, () -> shop.misplace("/product")),
                new WrongAnswers("post-orders", Fault.WRONG_IDENTITY, () -> shop.misplace("/orders")));
    }

    @Override
    protected long openResources() throws IOException {
        return shop.connections();
    }

    @Override
    protected AutoCloseable stallSut() {
        return shop.stall();
    }
}
