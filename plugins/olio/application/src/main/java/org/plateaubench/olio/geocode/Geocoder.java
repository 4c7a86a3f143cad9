// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.geocode;

import java.io.IOException;

/** Finds out where an address lies. Any thread. */
public interface Geocoder {
    /**
     * Finds out.
     *
     * @throws IOException when the service did not answer, or not with coordinates
     */
    Coordinates locate(Place place) throws IOException;
}
