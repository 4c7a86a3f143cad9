// SPDX-License-Identifier: Apache-2.0
/** Child processes of SUT services. */
@NullMarked
package org.plateaubench.process;

import org.jspecify.annotations.NullMarked;
