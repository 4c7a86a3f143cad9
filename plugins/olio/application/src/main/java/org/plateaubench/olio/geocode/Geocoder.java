// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.geocode;

import java.io.IOException;
import java.net.URI;
import java.util.function.Supplier;

/** Finds the coordinates of an address. Any thread. */
public interface Geocoder extends AutoCloseable {
    /** The address in a request; any part may be empty. */
    record Place(String street, String city, String state, String zip) {}

    /**
     * A place on earth.
     *
     * @param latitude degrees north, -90 to 90
     * @param longitude degrees east, -180 to 180
     */
    record Coordinates(double latitude, double longitude) {}

    /**
     * Returns the geocoder of a setting: {@code own} is the site's own service, over HTTP as in Olio; {@code process}
     * computes the coordinates in this process; anything else is the address of a service.
     *
     * @param own address of the site's own service, which is known when the site has started
     * @throws IllegalArgumentException when it is none of these
     */
    static Geocoder of(String setting, Supplier<URI> own) {
        return switch (setting) {
            case "own" -> new HttpGeocoder(own);
            case "process" -> new AddressGeocoder();
            default -> {
                if (!setting.startsWith("http://") && !setting.startsWith("https://")) {
                    throw new IllegalArgumentException(
                            "the geocoder is own, process, or an address that begins with http: " + setting);
                }
                URI service = URI.create(setting);
                yield new HttpGeocoder(() -> service);
            }
        };
    }

    /**
     * Returns the coordinates.
     *
     * @throws IOException when the service did not answer, or not with coordinates
     */
    Coordinates locate(Place place) throws IOException;

    @Override
    default void close() {}
}
