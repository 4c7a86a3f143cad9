// SPDX-License-Identifier: Apache-2.0
/** How records become JSON and JSON becomes records, for every document of a run. */
@NullMarked
package org.plateaubench.engine.document;

import org.jspecify.annotations.NullMarked;
