// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.server;

import java.sql.Driver;
import java.sql.SQLException;
import java.util.ServiceLoader;
import java.util.Set;

/** A kind of database: its name, the query for its settings and the meaning of its errors. Any thread. */
public interface Product {
    /** Returns the name for messages, such as {@code PostgreSQL}. */
    String title();

    /** Returns the name of the SUT service. */
    String service();

    /** Returns the driver itself, since {@code DriverManager} does not show it to another class loader. */
    Driver driver();

    /** Returns the query for rows of a setting's name and value. */
    String settingsQuery();

    /** Returns the settings that affect a result; the rest are defaults, which the version implies. */
    Set<String> reportedSettings();

    /** Returns the meaning of an error, as the end of a sentence. */
    String explanation(SQLException said, String place, String user);

    /**
     * Returns a driver of the plugin by the name of its class, for one that cannot be compiled against because its
     * annotations are not shipped.
     */
    static Driver driver(String className) {
        return ServiceLoader.load(Driver.class, Product.class.getClassLoader()).stream()
                .filter(provider -> provider.type().getName().equals(className))
                .findFirst()
                .map(ServiceLoader.Provider::get)
                .orElseThrow(() -> new IllegalStateException("the plugin was packed without " + className));
    }
}
