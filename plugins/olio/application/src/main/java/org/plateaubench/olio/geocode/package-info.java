// SPDX-License-Identifier: Apache-2.0
/** The coordinates of addresses: the site's own geocoder, in process or over HTTP. */
@NullMarked
package org.plateaubench.olio.geocode;

import org.jspecify.annotations.NullMarked;
