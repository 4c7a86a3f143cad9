// SPDX-License-Identifier: Apache-2.0
/** The content of a page as a browser uses it: links, forms, images, stylesheets and scripts. */
@API(status = EXPERIMENTAL, since = "0.1")
@NullMarked
package org.plateaubench.http.html;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
