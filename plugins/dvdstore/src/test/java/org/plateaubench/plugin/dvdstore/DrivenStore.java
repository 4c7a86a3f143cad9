// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.dvdstore.shop.Operation;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.Progress;

/** A loaded store on a real server, and a connected user who counts its operations. */
abstract class DrivenStore {
    final TestUser user = new TestUser();
    final TestDatabase database;
    final DataSet data;
    Driver driver;

    private final DvdStoreParameters parameters;

    DrivenStore(Engine engine, DvdStoreParameters parameters) throws Exception {
        this.parameters = parameters;
        database = TestDatabase.loaded(engine);
        data = new DvdStoreWorkload().dataSet(database.context(parameters));
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        data.verify();
        driver = driverTo(database.url());
    }

    @BeforeEach
    void start() throws Exception {
        driver.connect();
    }

    @AfterEach
    void stop() throws Exception {
        driver.close();
    }

    /** Another driver of the same user; connect() was not called. */
    final Driver driverTo(String url) {
        return new DvdStoreWorkload()
                .open(TestDatabase.context(parameters, database.address(url)))
                .driver(user);
    }

    final Outcome execute(Driver userDriver, long unit, Operation operation) throws Exception {
        TestCall call = new TestCall(1, 0, unit, operation == Operation.PURCHASE ? 1 : 0, operation);
        userDriver.prepareOperation(call);
        Outcome outcome = userDriver.execute(call);
        user.count(operation, outcome);
        return outcome;
    }

    static <T> Future<T> inBackground(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread.ofPlatform().daemon().start(task);
        return task;
    }
}
