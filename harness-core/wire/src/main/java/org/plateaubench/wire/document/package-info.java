// SPDX-License-Identifier: Apache-2.0
/** How records become JSON and JSON becomes records, for stored documents and for messages. */
@API(status = INTERNAL, since = "0.1")
@NullMarked
package org.plateaubench.wire.document;

import static org.apiguardian.api.API.Status.INTERNAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
