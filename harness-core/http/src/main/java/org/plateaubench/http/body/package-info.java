// SPDX-License-Identifier: Apache-2.0
/** Request bodies of forms, and the decoding of compressed answers. */
@API(status = EXPERIMENTAL, since = "0.1")
@NullMarked
package org.plateaubench.http.body;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
