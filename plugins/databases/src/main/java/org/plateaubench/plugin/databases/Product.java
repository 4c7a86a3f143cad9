// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import java.sql.Driver;
import java.sql.SQLException;
import java.util.ServiceLoader;
import java.util.Set;

/** A kind of database: its name, the query for its settings and the meaning of its errors. Any thread. */
public abstract class Product {
    private final String title;
    private final String service;
    private final Set<String> reportedSettings;

    /**
     * Creates a product.
     *
     * @param title name for messages, such as {@code PostgreSQL}
     * @param service name of the SUT service
     * @param reportedSettings settings that affect a result; the rest are defaults, which the version implies
     */
    protected Product(String title, String service, Set<String> reportedSettings) {
        this.title = title;
        this.service = service;
        this.reportedSettings = reportedSettings;
    }

    /** Returns the name for messages, such as {@code PostgreSQL}. */
    public final String title() {
        return title;
    }

    /** Returns the name of the SUT service. */
    public final String service() {
        return service;
    }

    /** Returns the driver itself, since {@code DriverManager} does not show it to another class loader. */
    public abstract Driver driver();

    /** Returns the query for rows of a setting's name and value. */
    public abstract String settingsQuery();

    /** Returns the settings that affect a result; the rest are defaults, which the version implies. */
    public final Set<String> reportedSettings() {
        return reportedSettings;
    }

    /** Returns the meaning of an error, as the end of a sentence. */
    public abstract String explanation(SQLException said, String place, String user);

    /** Returns the explanation of a server that refuses user or password. */
    protected final String refused(String place, String user) {
        return title + " at " + place + " refused user '" + user
                + "' with the password given; correct user or password";
    }

    /** Returns the explanation of a server that cannot be reached. */
    protected final String notAnswering(SQLException said, String place) {
        return "no " + title + " server answers at " + place + "; start it or correct the url (" + said.getMessage()
                + ").";
    }

    /** Returns the explanation of a server without the database. */
    protected final String noDatabase(String place) {
        return "the " + title + " server at " + place + " has no such database; create it or correct the url.";
    }

    /** Returns the explanation of any other error. */
    protected final String failed(SQLException said, String place) {
        return title + " at " + place + " answered with an error: " + said.getMessage();
    }

    /**
     * Returns a driver of the plugin by the name of its class, for one that cannot be compiled against because its
     * annotations are not shipped.
     */
    protected static Driver driver(String className) {
        return ServiceLoader.load(Driver.class, Product.class.getClassLoader()).stream()
                .filter(provider -> provider.type().getName().equals(className))
                .findFirst()
                .map(ServiceLoader.Provider::get)
                .orElseThrow(() -> new IllegalStateException("the plugin was packed without " + className));
    }
}
