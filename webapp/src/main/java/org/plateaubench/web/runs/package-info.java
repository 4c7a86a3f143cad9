// SPDX-License-Identifier: Apache-2.0
/** The runs: an index of their directories, access to their files, and the annotations by users. */
@NullMarked
package org.plateaubench.web.runs;

import org.jspecify.annotations.NullMarked;
