// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.io.IOException;
import org.plateaubench.olio.geocode.Geocoder;
import org.plateaubench.olio.geocode.Geocoder.Coordinates;
import org.plateaubench.olio.geocode.Geocoder.Place;
import org.plateaubench.olio.page.FilledForm;
import org.plateaubench.olio.store.Address;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The address of a form, with its coordinates. */
final class Addresses {
    private static final Logger LOG = LoggerFactory.getLogger(Addresses.class);

    private final Geocoder geocoder;

    Addresses(Geocoder geocoder) {
        this.geocoder = geocoder;
    }

    Address of(FilledForm filled) throws Refused {
        Place place =
                new Place(filled.value("street1"), filled.value("city"), filled.value("state"), filled.value("zip"));
        try {
            Coordinates found = geocoder.locate(place);
            return new Address(
                    place.street(),
                    filled.value("street2"),
                    place.city(),
                    place.state(),
                    place.zip(),
                    filled.value("country"),
                    found.latitude(),
                    found.longitude());
        } catch (IOException e) {
            LOG.warn("no coordinates", e);
            throw new Refused(503, "No map today", "The service that knows where addresses lie does not answer.");
        }
    }
}
