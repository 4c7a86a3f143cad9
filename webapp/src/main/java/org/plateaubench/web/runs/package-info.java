// SPDX-License-Identifier: Apache-2.0
/** The runs: an index of their directories, what is in them, and what people say of them. */
@NullMarked
package org.plateaubench.web.runs;

import org.jspecify.annotations.NullMarked;
