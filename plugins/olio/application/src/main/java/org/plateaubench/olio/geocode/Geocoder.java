// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.geocode;

import java.io.IOException;

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
     * Returns the coordinates.
     *
     * @throws IOException when the service did not answer, or not with coordinates
     */
    Coordinates locate(Place place) throws IOException;

    @Override
    default void close() {}
}
