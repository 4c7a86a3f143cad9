// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.geocode;

import java.io.IOException;

/** Finds the coordinates of an address. Any thread. */
public interface Geocoder {
    /**
     * Returns the coordinates.
     *
     * @throws IOException when the service did not answer, or not with coordinates
     */
    Coordinates locate(Place place) throws IOException;
}
