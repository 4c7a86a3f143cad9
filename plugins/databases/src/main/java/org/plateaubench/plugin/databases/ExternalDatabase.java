// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import java.util.Map;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.ExternalService;
import org.plateaubench.spi.SutException;

/** A database that the harness does not run: it is checked for an answer, and otherwise left unchanged. */
public final class ExternalDatabase extends ExternalService {
    private final SutAddress address;
    private final DatabaseClient client;

    /** Creates the service for a SUT by its name; the address is one that the driver accepts. */
    public ExternalDatabase(Product product, String sut, ExternalKeys given, ClientCertificate certificate) {
        this(product, sut, new DatabaseClient(product, sut, given.url(), given.user(), given.password(), certificate));
    }

    private ExternalDatabase(Product product, String sut, DatabaseClient client) {
        super("the database at " + client.displayUrl());
        this.client = client;
        this.address = new SutAddress(sut, product.service(), client.properties());
    }

    @Override
    protected SutAddress connect() throws SutException, InterruptedException {
        client.check();
        return address;
    }

    @Override
    public Map<String, String> configuration() throws SutException {
        return client.settings();
    }
}
